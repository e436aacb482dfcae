/** Trimmed, one @ with something on both sides, a dot in the domain, no spaces (rule CREDENTIAL-1). */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}

/**
 * Whether a name is only that: letters, digits and the few signs that names have; no address of a page, of a mail or of
 * a domain, which mail programs would make a link of (rule CREDENTIAL-4).
 */
export function isPlainName(name: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N} .,&'’()+_–-]{1,100}$/u.test(name) && !/(?:^|[^\p{L}])www\.|[\p{L}\p{N}]\.\p{L}{2,}/iu.test(name)
  )
}

export const noPlainName = 'Use letters, digits, spaces and . , & ( ) + - only, and no address.'

/** Mail domains of persons, not of organisations. */
const personalDomains: readonly string[] = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'aol.com',
  'icloud.com',
]

/**
 * Whether an address belongs to an organisation: it has a domain, and the domain is not one of a provider of personal
 * mail (rule CREDENTIAL-2).
 */
export function isBusinessEmail(email: string): boolean {
  const domain = email.trim().toLowerCase().split('@')[1] ?? ''
  return domain !== '' && !personalDomains.includes(domain)
}

/** The requirements for a password, in the order of the checklist (rule CREDENTIAL-3). */
const passwordDemands = [
  { key: 'length', label: 'At least 8 characters', isMet: (password: string) => Array.from(password).length >= 8 },
  { key: 'uppercase', label: 'One uppercase letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lowercase', label: 'One lowercase letter', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'number', label: 'One number', isMet: (password: string) => /[0-9]/.test(password) },
  {
    key: 'special',
    label: 'One special character',
    isMet: (password: string) => /[!@#$%^&*()_+\-=[\]{};':"\\|,.<>/?~`]/.test(password),
  },
] as const

export interface PasswordCheck {
  readonly key: (typeof passwordDemands)[number]['key']
  readonly label: string
  readonly isMet: boolean
}

/** Each requirement for a password, and whether this password meets it. */
export function passwordChecks(password: string): PasswordCheck[] {
  return passwordDemands.map(({ key, label, isMet }) => ({ key, label, isMet: isMet(password) }))
}

/** Whether a password meets every requirement. */
export function isGoodPassword(password: string): boolean {
  return passwordChecks(password).every(({ isMet }) => isMet)
}
