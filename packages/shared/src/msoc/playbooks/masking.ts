/** A secret as nodes use it. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Replaces secrets in texts and values, also where a server echoes them (rule PLAYBOOK-18). */
export interface Mask {
  text(text: string): string
  /** The same JSON value with all its texts and names masked. */
  value(value: unknown): unknown
}

/** A mask for these secrets: as they are, and in the forms in which HTTP carries them. */
export function createMask(secrets: readonly Secret[]): Mask {
  const forms = secrets
    .flatMap(({ name, value }) => formsOf(value).map((form) => ({ form, mask: `[secret ${name}]` })))
    // a longer one may contain a shorter one
    .sort((a, b) => b.form.length - a.form.length)

  const text = (plain: string): string => forms.reduce((now, { form, mask }) => now.replaceAll(form, mask), plain)

  function value(plain: unknown): unknown {
    if (typeof plain === 'string') return text(plain)
    // a secret of digits comes back as a number
    if (typeof plain === 'number') return text(String(plain)) === String(plain) ? plain : text(String(plain))
    if (Array.isArray(plain)) return plain.map(value)
    if (typeof plain !== 'object' || plain === null) return plain
    return Object.fromEntries(Object.entries(plain).map(([name, inner]) => [text(name), value(inner)]))
  }

  return { text, value }
}

/**
 * A value as it is, without spaces around it, in JSON, HTML and a URL, in Base64 (whatever stands before it, as in
 * `user:password`), in hexadecimal, and in capital and small letters.
 */
function formsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value)
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    encodeURIComponent(value).replaceAll('%20', '+'),
    encodeURIComponent(value).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    value.trim(),
    htmlOf(value, '&#39;'),
    htmlOf(value, '&#x27;'),
    ...[0, 1, 2].map((shift) => base64Inside(bytes, shift)),
    ...[0, 1, 2].map((shift) => base64Inside(bytes, shift).replaceAll('+', '-').replaceAll('/', '_')),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    [...value].toReversed().join(''),
  ]
  const shortest = Math.min(6, value.length)
  return [...new Set([...forms, ...forms.map((form) => form.toUpperCase()), value.toLowerCase()])].filter(
    (form) => form.length >= shortest,
  )
}

function htmlOf(value: string, apostrophe: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": apostrophe,
  }
  return value.replaceAll(/[&<>"']/g, (character) => names[character]!)
}

/** The characters of Base64 that depend on these bytes alone, if `shift` bytes stand before them. */
function base64Inside(bytes: Uint8Array, shift: number): string {
  const padded = new Uint8Array(shift + bytes.length)
  padded.set(bytes, shift)
  const text = btoa(String.fromCharCode(...padded)).replace(/=+$/, '')
  const from = Math.ceil((shift * 8) / 6)
  const until = Math.floor(((shift + bytes.length) * 8) / 6)
  return text.slice(from, until)
}
