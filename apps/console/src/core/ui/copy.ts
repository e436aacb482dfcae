import { toast } from './toast.ts'

/** Puts a text that is on the screen on the clipboard, and says whether that went well. */
export function copyText(text: string): void {
  void copy(text, 'Copied', 'The browser did not allow copying. Select the text instead.')
}

/** The same for a link, without another: to what is shown now. */
export function copyLink(link = location.href): void {
  void copy(link, 'Link copied', `The browser did not allow copying. The link is ${link}`)
}

async function copy(text: string, done: string, refused: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text) // a page without TLS has no clipboard at all
    toast.success(done)
  } catch {
    toast.error(refused)
  }
}
