/** What an installation says of itself; the server knows it from its configuration and hands it to the page. */
export interface Site {
  /** Base of canonical addresses, without a trailing slash. */
  publicUrl: string;
  contactEmail: string;
  socialLinks: readonly SocialLink[];
}

export interface SocialLink {
  name: string;
  url: string;
}
