import { createHmac } from 'node:crypto'
import type { Urgency } from '@carapace/shared/core/notification-kinds'
import type { TargetChannel } from '@carapace/shared/notifications/notifications'

/** What a target is sent. */
export interface Message {
  readonly uuid: string
  readonly kind: string
  readonly category: string
  readonly urgency: Urgency
  readonly title: string
  readonly text: string
  readonly count: number
  readonly at: Date
  /** The full address of the page that shows it. */
  readonly url: string
}

interface Body {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request body of a channel, and its headers. */
export function bodyFor(
  channel: TargetChannel,
  message: Message,
  webhook: { readonly deliveryUuid: string; readonly secret: string | undefined; readonly now: Date },
): Body {
  if (channel === 'slack') return json(slackBody(message))
  if (channel === 'teams') return json(teamsBody(message))
  const { headers, body } = json(webhookBody(message))
  const timestamp = String(Math.floor(webhook.now.getTime() / 1000))
  return {
    body,
    headers: {
      ...headers,
      'x-carapace-delivery': webhook.deliveryUuid,
      'x-carapace-timestamp': timestamp,
      ...(webhook.secret !== undefined && { 'x-carapace-signature': signatureOf(webhook.secret, timestamp, body) }),
    },
  }
}

/**
 * The signature of a webhook: HMAC-SHA256 over the timestamp, a dot and the body, in hex. The receiver compares it, and
 * refuses an old timestamp: a recorded request is worth nothing later (rule NOTIFICATION-13).
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

function json(value: object): Body {
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

/**
 * A message for a Slack incoming webhook (api.slack.com/messaging/webhooks): `text` is what its notifications show, the
 * block what the channel shows. Slack reads `&`, `<` and `>` as markup (api.slack.com/reference/surfaces/formatting).
 */
function slackBody({ title, text, urgency, url, count }: Message): object {
  const escaped = (raw: string) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  // inside a link | ends the address, and * would end the bold text
  const head = escaped(titleOf(title, count)).replaceAll(/[*|]/g, ' ')
  const lines = [`*<${url}|${head}>*`, ...(text === '' ? [] : [escaped(text)])]
  return {
    text: `[${urgency}] ${escaped(titleOf(title, count))}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: lines.join('\n').slice(0, 3_000) } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `Urgency: ${urgency}` }] },
    ],
  }
}

/**
 * An Adaptive Card for a webhook of Teams workflows ("Post to a channel when a webhook request is received"), which
 * replaced the Office 365 connectors. Text blocks render Markdown, so that its characters are escaped.
 */
function teamsBody({ title, text, urgency, url, count }: Message): object {
  const plain = (raw: string) => raw.replaceAll(/[\\`*_[\]()#~>|]/g, String.raw`\$&`)
  const colour = { critical: 'attention', high: 'warning', normal: 'default', low: 'default' }[urgency]
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            {
              type: 'TextBlock',
              text: plain(titleOf(title, count)),
              weight: 'bolder',
              size: 'medium',
              color: colour,
              wrap: true,
            },
            ...(text === '' ? [] : [{ type: 'TextBlock', text: plain(text), wrap: true }]),
            { type: 'TextBlock', text: `Urgency: ${urgency}`, isSubtle: true, spacing: 'small' },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Carapace', url }],
        },
      },
    ],
  }
}

function webhookBody({ uuid, kind, category, urgency, title, text, count, at, url }: Message): object {
  return { version: 1, notification: { uuid, kind, category, urgency, title, text, count, at: at.toISOString(), url } }
}

function titleOf(title: string, count: number): string {
  return count > 1 ? `${title} (${count} times)` : title
}
