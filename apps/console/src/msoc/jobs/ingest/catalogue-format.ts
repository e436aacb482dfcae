/** The format of a catalogue by its file extension; CSV for other extensions. */
export function catalogueFormat(fileName: string): 'csv' | 'json' | 'arxml' {
  const end = fileName.toLowerCase().split('.').at(-1)
  if (end === 'json') return 'json'
  return end === 'arxml' || end === 'xml' ? 'arxml' : 'csv'
}
