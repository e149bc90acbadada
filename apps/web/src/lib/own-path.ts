// Without an import, so that the service worker can use it.

/** True for a path of this site that a redirect may use; false for the address of another host ("//host", "/\host"). */
export function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/(?![/\\])/.test(path) && !/[\r\n\t]/.test(path);
}
