import type { ComponentProps } from 'react'
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown'
import './markdown.css'

/**
 * Text that people wrote in Markdown. HTML in it is left out, pictures become their description, so that a text cannot
 * load anything from elsewhere, and a link opens another tab (rule MARKDOWN-1 of ../SPEC.md).
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="md">
      <ReactMarkdown skipHtml components={components} urlTransform={addressOf}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** The scheme of a mention of a colleague: it names a person and leads nowhere. */
const person = 'user:'

const addressOf = (url: string) => (url.startsWith(person) ? url : defaultUrlTransform(url))

const components: Components = {
  a: Anchor,
  img: ({ alt }) => <span className="md-picture">{alt || 'picture'}</span>,
  // the text is a part of a page that has headings of its own
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
}

function Heading({ children }: ComponentProps<'h1'>) {
  return (
    <p className="md-heading">
      <strong>{children}</strong>
    </p>
  )
}

function Anchor({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || href === '') return <>{children}</>
  if (href.startsWith(person)) return <span className="md-person">{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
