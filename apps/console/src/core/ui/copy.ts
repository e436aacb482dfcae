import { toast } from './toast.ts'

/** Copies a text from the screen to the clipboard, and reports success or failure. */
export function copyText(text: string): void {
  void copy(text, 'Copied', 'The browser did not allow copying. Select the text instead.')
}

/** The same for a link; by default to the current page. */
export function copyLink(link = location.href): void {
  void copy(link, 'Link copied', `The browser did not allow copying. The link is ${link}`)
}

async function copy(text: string, done: string, refused: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text) // a page without TLS has no clipboard API
    toast.success(done)
  } catch {
    toast.error(refused)
  }
}
