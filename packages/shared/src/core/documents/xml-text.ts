/** A text for elements and attributes of XML 1.0, without the characters that XML forbids. */
export function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what XML forbids
  const allowed = text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
