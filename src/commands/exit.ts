// Exit: what a command came to.

/** What a command came to; commands set it rather than leave the process themselves. */
export interface Exit {
  code: number;
}
