/** The browser's type without its parameters; it is empty for what the browser does not know. */
export function contentTypeOf(type: string): string {
  const bare = type.split(';')[0]!.trim()
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(bare) ? bare : 'application/octet-stream'
}
