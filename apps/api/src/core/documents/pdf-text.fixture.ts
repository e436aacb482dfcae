import { inflateSync } from 'node:zlib'

interface PdfPage {
  readonly width: number
  readonly height: number
  readonly lines: readonly { readonly text: string; readonly size: number; readonly x: number; readonly y: number }[]
}

/**
 * The pages of a PDF written by pdfkit, in order, with each line of text, its size and its position in points from
 * the lower left corner. The form that each page draws counts as a line.
 */
export function pagesOf(bytes: Buffer): PdfPage[] {
  const file = bytes.toString('latin1')
  const objects = new Map([...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id, body]) => [id!, body!]))
  const tree = [...objects.values()].find((body) => body.includes('/Type /Pages'))!
  const kids = /\/Kids \[([^\]]*)\]/.exec(tree)![1]!
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => pageOf(objects, objects.get(id!)!))
}

function pageOf(objects: ReadonlyMap<string, string>, page: string): PdfPage {
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)!
  const content = streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(page)![1]!)!)
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)![1]!)!
  const form = /\/Total (\d+) 0 R/.exec(resources)?.[1]
  const total = form === undefined ? '' : streamOf(objects.get(form)!)
  return { width: Number(width), height: Number(height), lines: [...linesIn(content), ...linesIn(total)] }
}

const streamOf = (body: string) => {
  const data = /stream\n([\s\S]*)\nendstream/.exec(body)![1]!
  return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
}

function* linesIn(content: string): Generator<PdfPage['lines'][number]> {
  for (const [, text] of content.matchAll(/BT([\s\S]*?)ET/g)) {
    const place = /1 0 0 1 ([-\d.]+) ([-\d.]+) Tm/.exec(text!)
    const size = Number(/\/F\d* ([\d.]+) Tf/.exec(text!)![1])
    const plain = /\(([^)]*)\) Tj/.exec(text!)?.[1]
    const hex = [...text!.matchAll(/<([0-9a-f]*)>/g)].map(([, one]) => one).join('')
    yield {
      text: plain ?? Buffer.from(hex, 'hex').toString('latin1'),
      size,
      x: Number(place?.[1] ?? 0),
      y: Number(place?.[2] ?? 0),
    }
  }
}
