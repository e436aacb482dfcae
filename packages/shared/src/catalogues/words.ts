/** Cybersecurity properties: the classic three, and authenticity, authorisation and non-repudiation. */
export const properties = {
  confidentiality: 'Confidentiality',
  integrity: 'Integrity',
  availability: 'Availability',
  authenticity: 'Authenticity',
  authorisation: 'Authorisation',
  'non-repudiation': 'Non-repudiation',
} as const
/** The short forms for tables. */
export const propertyLetters: Readonly<Record<keyof typeof properties, string>> = {
  confidentiality: 'C',
  integrity: 'I',
  availability: 'Av',
  authenticity: 'Au',
  authorisation: 'Az',
  'non-repudiation': 'Nr',
}
export const stride = {
  spoofing: 'Spoofing',
  tampering: 'Tampering',
  repudiation: 'Repudiation',
  disclosure: 'Information disclosure',
  denial: 'Denial of service',
  elevation: 'Elevation of privilege',
} as const

/** The elements of an item that a catalogue entry may apply to. */
export const elementKinds = {
  system: 'System',
  component: 'Component',
  feature: 'Feature',
  function: 'Function',
  channel: 'Channel',
  data: 'Data',
} as const
