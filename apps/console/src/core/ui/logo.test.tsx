import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Logo } from './logo.tsx'

const parts = (html: string) => ({
  mark: html.includes('<svg'),
  name: html.includes('<span class="logo-name">Carapace</span>'),
  read: html.includes('Carapace'),
})

test.for([
  ['default', { mark: true, name: true, read: true }],
  ['white', { mark: true, name: true, read: true }],
  ['dark', { mark: true, name: true, read: true }],
  ['icon-only', { mark: true, name: false, read: true }],
  ['minimal', { mark: false, name: true, read: true }],
] as const)('[LOGO-1] the logo %s has the parts %j', ([variant, expected]) => {
  const html = renderToStaticMarkup(<Logo size={20} variant={variant} />)
  expect(parts(html)).toEqual(expected)
  expect(html).toContain(`logo-${variant}`)
})
