import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

vi.mock('./markdown.css', () => ({}))
const { Markdown } = await import('./markdown.tsx')
const htmlOf = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test('[MARKDOWN-1] HTML is left out, a picture is its description, a script address is no link', () => {
  const html = htmlOf(
    'a <img src=x onerror=y> b <script>z</script>\n\n![the bus](https://x.test/p.png)\n\n[c](javascript:d)',
  )
  expect(html).not.toMatch(/<img|<script|onerror|javascript:|x\.test/)
  expect(html).toContain('the bus')
})

test('[MARKDOWN-1] links open another tab, and headings are no headings of the page', () => {
  const html = htmlOf('# Findings\n\n[log](https://a.test/1)')
  expect(html).toContain('<a href="https://a.test/1" target="_blank" rel="noopener noreferrer nofollow">log</a>')
  expect(html).not.toMatch(/<h\d/)
  expect(html).toContain('<strong>Findings</strong>')
})

test('[MARKDOWN-1] a mention is the name of a person, not a link', () => {
  expect(htmlOf('ask @[Anna Koch](user:1)')).toContain('ask @<span class="md-person">Anna Koch</span>')
})
