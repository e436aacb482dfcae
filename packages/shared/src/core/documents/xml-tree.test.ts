import { expect, test } from 'vitest'
import { childText, parseXml, type XmlNode } from './xml-tree.ts'

const rootOf = (text: string) => {
  const parsed = parseXml(text, 10)
  if ('faults' in parsed) throw new Error(parsed.faults[0]!.message)
  return parsed.root
}
const placeOf = ({ line, column }: XmlNode) => [line, column]

test('[DOCUMENT-9] every element has the place where its tag begins, however the tag is written', () => {
  const { children } = rootOf('<a>\n <b/><c\n x="1"/>\n  <d\n/><!-- <e> --><f   y="2"></f></a>')
  expect(children.map(placeOf)).toEqual([
    [2, 2],
    [2, 6],
    [4, 3],
    [5, 15],
  ])
})

test('[DOCUMENT-9] texts, CDATA and attributes without prefixes', () => {
  const root = rootOf('<p:a xmlns:p="urn:x" p:k="1"><p:b> one <![CDATA[& two]]> </p:b></p:a>')
  expect(root).toMatchObject({ name: 'a', namespace: 'urn:x', attributes: { k: '1' } })
  expect(childText(root, 'b')).toBe('one & two')
})

test.for([
  ['<!DOCTYPE a><a/>', 'line 1, column 13', 'a document type declaration (DOCTYPE) is not accepted'],
  ['<a>&b;</a>', 'line 1, column 7', 'undefined entity'],
  ['<a>'.repeat(11), 'line 1, column 34', 'elements nest deeper than 10 levels'],
  ['<a></b>', 'line 1, column 8', 'unexpected close tag'],
])('[DOCUMENT-9] %s is refused', ([text, place, reason]) => {
  expect(parseXml(text!, 10)).toEqual({ faults: [{ place, message: `The XML is not accepted: ${reason}.` }] })
})
