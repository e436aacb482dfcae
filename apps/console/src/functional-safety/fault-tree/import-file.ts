import { type ImportedTree, mostText } from '@carapace/shared/functional-safety/fault-tree/imported-tree'

/** What is in the files of one tree, or all that is wrong with them. */
export type FilesRead = { readonly model: ImportedTree } | { readonly problems: readonly string[] }

/** A file as it was chosen. */
export type TreeFile = Pick<File, 'name' | 'size' | 'text'>

const isCsv = ({ name }: TreeFile) => /\.(csv|tsv|txt)$/i.test(name)

/**
 * Reads the documents of one Open-PSA model, or one CSV file, by their names (rule FTA-UI-13). The readers are loaded
 * when they are needed.
 *
 * @param top The id of the node to take as the top event.
 */
export async function readTreeFiles(files: readonly TreeFile[], top?: string): Promise<FilesRead> {
  const options = top === undefined ? {} : { top }
  // a character takes at most 4 bytes
  if (files.reduce((sum, { size }) => sum + size, 0) > 4 * mostText)
    return { problems: [`The files have more than ${(4 * mostText) / 1e6} MB.`] }
  const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))
  if (files.some(isCsv)) {
    if (files.length > 1) return { problems: ['Choose one CSV file, or the documents of one Open-PSA model.'] }
    const { readTreeCsv } = await import('@carapace/shared/functional-safety/fault-tree/tree-csv/read-tree-csv')
    const reading = readTreeCsv(texts[0]!.text, options)
    return reading.ok ? { model: reading.value } : { problems: reading.problems }
  }
  const { readOpenPsa } = await import('@carapace/shared/functional-safety/fault-tree/open-psa/read-open-psa')
  const reading = readOpenPsa(texts, options)
  return reading.ok ? { model: reading.value } : { problems: [reading.reason] }
}
