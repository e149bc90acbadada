/** What a browser logs while the network or the server is unreachable. */
export const noNetwork =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET)|ERR_FAILED|Failed to fetch|status of 503/;
