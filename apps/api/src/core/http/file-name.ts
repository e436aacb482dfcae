/** The file name of a download: only letters and digits of its name, so that it is safe in a header. */
export function fileNameOf(name: string, form: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  return `${plain || 'carapace'}.${form}`
}
