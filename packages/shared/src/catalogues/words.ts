/** Cybersecurity properties; authenticity, authorisation and non-repudiation beside the classic three. */
export const properties = {
  confidentiality: 'Confidentiality',
  integrity: 'Integrity',
  availability: 'Availability',
  authenticity: 'Authenticity',
  authorisation: 'Authorisation',
  'non-repudiation': 'Non-repudiation',
} as const
/** As tables have them. */
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

/** What a catalogue entry is for: the elements of an item that it may be said of. */
export const elementKinds = {
  system: 'System',
  component: 'Component',
  feature: 'Feature',
  function: 'Function',
  channel: 'Channel',
  data: 'Data',
} as const
