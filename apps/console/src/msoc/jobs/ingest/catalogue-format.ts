/** How a catalogue is written, by the end of its file's name; CSV where it says nothing. */
export function catalogueFormat(fileName: string): 'csv' | 'json' | 'arxml' {
  const end = fileName.toLowerCase().split('.').at(-1)
  if (end === 'json') return 'json'
  return end === 'arxml' || end === 'xml' ? 'arxml' : 'csv'
}
