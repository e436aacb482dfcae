import { expect, test } from 'vitest'
import { readTreeFiles, type TreeFile } from './import-file.ts'

const file = (name: string, text: string, size = text.length): TreeFile => ({
  name,
  size,
  text: () => Promise.resolve(text),
})
const rows = 'kind,id,inputs,value\nor,Top,A B,\nor,Other,A,\nbasic,A,,0.1\nbasic,B,,0.2\n'
const model = `<opsa-mef><define-fault-tree name="T"><define-gate name="Top"><event name="a"/></define-gate>
  </define-fault-tree></opsa-mef>`

test('[FTA-UI-13] the name of a file decides between Open-PSA and CSV', async () => {
  expect(await readTreeFiles([file('a.csv', rows)])).toMatchObject({ model: { tops: ['Top', 'Other'] } })
  expect(await readTreeFiles([file('a.CSV', rows)], 'Other')).toMatchObject({ model: { tree: { top: 'Other' } } })
  expect(await readTreeFiles([file('a.xml', model)])).toMatchObject({ model: { title: 'T', tree: { top: 'Top' } } })
})

test('[FTA-UI-13] what cannot be read states all problems of a CSV file, and the first of a document', async () => {
  expect(await readTreeFiles([file('a.csv', rows.replace('or,Top,A B', 'or,Top,X Y'))])).toEqual({
    problems: ['X', 'Y'].map(
      (id) => `line 2, column inputs: ${id} is not there. Add a row with this id, or correct it.`,
    ),
  })
  expect(await readTreeFiles([file('a.xml', rows)])).toEqual({
    problems: [expect.stringMatching(/^line 6, column 1: The XML/)],
  })
})

test('[FTA-UI-13] several CSV files, and files that are too large, are refused before they are read', async () => {
  expect(await readTreeFiles([file('a.csv', rows), file('b.xml', model)])).toEqual({
    problems: ['Choose one CSV file, or the documents of one Open-PSA model.'],
  })
  expect(await readTreeFiles([file('a.csv', rows, 20_000_001)])).toEqual({
    problems: ['The files have more than 20 MB.'],
  })
})
