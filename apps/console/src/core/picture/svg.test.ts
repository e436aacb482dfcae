import { expect, test } from 'vitest'
import { extentOf, fitted, svgOf } from './svg.ts'

test('[DIAGRAM-9] markup in a name is text in the picture, and no script runs', () => {
  const evil = '"><script>alert(1)</script><image href="x" onerror="alert(2)"/>&\u0000\u0008'
  const svg = svgOf({
    title: evil,
    background: '#fff',
    marks: [
      { as: 'box', x: 0, y: 0, width: 10, height: 10, fill: evil },
      { as: 'text', x: 0, y: 0, text: evil, fill: '#000' },
    ],
  })
  expect(svg).not.toMatch(/<(script|image|foreignObject|a|style)\b/i)
  expect(svg.match(/<[a-z]+/gi)).toEqual(['<svg', '<title', '<rect', '<rect', '<text'])
  expect(svg).toContain('&quot;&gt;&lt;script&gt;')
  expect(svg).not.toContain('\u0000')
  expect(svg).not.toContain('\u0008')
})

test('[DIAGRAM-9] half of a surrogate pair does not break the document', () => {
  expect(svgOf({ title: 'a\ud800b', background: '#fff', marks: [] })).toContain('<title>a\ufffdb</title>')
})

test('[DIAGRAM-9] the picture contains all of its marks, with a margin', () => {
  expect(
    extentOf([
      { as: 'box', x: -100, y: 20, width: 50, height: 50 },
      { as: 'box', x: 200, y: 0, width: 100, height: 10 },
    ]),
  ).toEqual({ x: -124, y: -24, width: 448, height: 118 })
  expect(extentOf([])).toEqual({ x: 0, y: 0, width: 48, height: 48 })
})

test('[DIAGRAM-9] a text that is too long for its width ends with an ellipsis', () => {
  expect(fitted('Gateway', 100)).toBe('Gateway')
  expect(fitted('A very long name of a component', 80)).toMatch(/^A very.*…$/)
})
