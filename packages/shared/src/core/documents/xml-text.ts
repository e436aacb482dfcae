/** A text without the characters that XML 1.0 forbids. */
export function allowedInXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what XML forbids
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}

/** A text for elements and attributes of XML 1.0, without the characters that XML forbids. */
export function xmlText(text: string): string {
  return allowedInXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
