import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Database } from '../../core/db.ts'
import type { Settings } from '../../core/settings.ts'
import { escaped } from './mail-texts.ts'
import { type KeptMail, keptMails } from './mails.queries.ts'

const shown = 100

/**
 * Shows the mails of a demo, which has no mail server, to people who try it out on this machine. Other installations
 * have no such page (rule MAIL-14).
 */
export async function outboxRoutes(app: FastifyInstance, db: Database, settings: Settings): Promise<void> {
  app.get('/dev/outbox', async (request, reply) => {
    if (!settings.demo || settings.smtp || !isOwnHost(request, settings)) throw new Failure('NOT_FOUND')
    const mails = await keptMails(db, settings.secretKey, shown)
    void reply.header('cache-control', 'no-store')
    if (request.headers.accept?.includes('application/json'))
      return {
        mails: mails.map(({ to, subject, text, createdAt }) => ({
          to,
          subject,
          text,
          created_at: createdAt.toISOString(),
        })),
      }
    return reply.type('text/html; charset=utf-8').send(pageOf(mails, settings.publicUrl))
  })
}

/**
 * Whether the page was requested under one of our host names. Without this check another site could point its own host
 * name at this server and read the page (DNS rebinding).
 */
function isOwnHost({ hostname }: FastifyRequest, { publicUrl }: Settings): boolean {
  return ['127.0.0.1', 'localhost', '[::1]', new URL(publicUrl).hostname].includes(hostname)
}

function pageOf(mails: readonly KeptMail[], publicUrl: string): string {
  const listed = mails.map((mail) => articleOf(mail, publicUrl)).join('') || '<p>No mail was written yet.</p>'
  const head =
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>' +
    `<style>${style}</style></head>`
  const note = 'This installation is a demo without a mail server. Its mails are listed here, the latest first.'
  return `<!doctype html><html lang="en">${head}
<body><main><h1>Outbox</h1><p>${note}</p>${listed}</main></body></html>`
}

function articleOf({ to, subject, text, createdAt }: KeptMail, publicUrl: string): string {
  const at = createdAt.toISOString()
  const time = `<time datetime="${at}">${at}</time>`
  const lines = text.split('\n').map((line) => lineOf(line, publicUrl))
  return (
    `<article><h2>${escaped(subject)}</h2><p class="to">To ${escaped(to)}, ${time}</p>` +
    `<pre>${lines.join('\n')}</pre></article>`
  )
}

/** Only our own links become HTML links. */
function lineOf(line: string, publicUrl: string): string {
  return line.startsWith(`${publicUrl}/`) ? `<a href="${escaped(line)}">${escaped(line)}</a>` : escaped(line)
}

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:48rem;margin:2rem ' +
  'auto;padding:0 1rem}article{border-top:1px solid;padding:1rem 0}h2{font-size:1.1rem;margin:0}.to{margin:0}' +
  'pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin:1rem 0 0}'
