/** Zones that browsers still list under their old names. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** A zone under the name that users look for. */
export function presentName(zone: string): string {
  return renamed[zone] ?? zone
}

/** The zone that this device is set to. */
export function deviceZone(): string {
  return presentName(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** The zones to choose from: UTC, then all that this browser knows, by name. */
export function zoneNames(): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone').map(presentName)
  return ['UTC', ...[...new Set(known)].filter((zone) => zone !== 'UTC').sort()]
}

/** The zone that a text means, ignoring case and separators: `asia/kolkata`, `America/New York`. */
export function zoneMeant(text: string, zones: readonly string[]): string | undefined {
  const plain = text.trim().toLowerCase().replaceAll(' ', '_')
  return zones.find((zone) => zone.toLowerCase() === plain)
}
