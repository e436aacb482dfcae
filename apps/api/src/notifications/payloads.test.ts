import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { bodyFor, type Message, signatureOf } from './payloads.ts'

const message: Message = {
  uuid: 'the uuid',
  kind: 'alert-critical',
  category: 'security',
  urgency: 'critical',
  title: 'Flood on <can0> *now* & here',
  text: 'by [a](http://evil.example) <!channel>',
  count: 3,
  at: new Date('2026-11-01T10:00:00Z'),
  url: 'https://soc.example/org/msoc?alert=1',
}
const now = new Date('2026-11-01T10:00:05Z')
const sent = (channel: 'slack' | 'teams' | 'webhook', secret?: string) =>
  bodyFor(channel, message, { deliveryUuid: 'a delivery', secret, now })

test('[NOTIFICATION-13] Slack gets a text and blocks; nothing that people wrote is markup', () => {
  const body = JSON.parse(sent('slack').body)
  expect(body.text).toBe('[critical] Flood on &lt;can0&gt; *now* &amp; here (3 times)')
  expect(body.blocks[0].text).toEqual({
    type: 'mrkdwn',
    text:
      '*<https://soc.example/org/msoc?alert=1|Flood on &lt;can0&gt;  now  &amp; here (3 times)>*\n' +
      'by [a](http://evil.example) &lt;!channel&gt;',
  })
})

test('[NOTIFICATION-13] Teams gets an Adaptive Card with a button; Markdown in texts is escaped', () => {
  const [card] = JSON.parse(sent('teams').body).attachments
  expect(card.contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(card.content.body[0]).toMatchObject({
    text: String.raw`Flood on <can0\> \*now\* & here \(3 times\)`,
    color: 'attention',
  })
  expect(card.content.body[1].text).toBe(String.raw`by \[a\]\(http://evil.example\) <!channel\>`)
  expect(card.content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Carapace', url: message.url }])
})

test('[NOTIFICATION-13] a webhook names its delivery and is signed over timestamp and body', () => {
  const { headers, body } = sent('webhook', 'a secret of the receiver')
  expect(headers['x-carapace-delivery']).toBe('a delivery')
  const timestamp = String(now.getTime() / 1000)
  expect(headers['x-carapace-timestamp']).toBe(timestamp)
  const expected = createHmac('sha256', 'a secret of the receiver').update(`${timestamp}.${body}`).digest('hex')
  expect(headers['x-carapace-signature']).toBe(`sha256=${expected}`)
  expect(JSON.parse(body)).toEqual({ version: 1, notification: { ...message, at: '2026-11-01T10:00:00.000Z' } })
  expect(signatureOf('another secret', timestamp, body)).not.toBe(headers['x-carapace-signature'])
})

test('[NOTIFICATION-13] a webhook without a secret has no signature', () => {
  expect(sent('webhook').headers).not.toHaveProperty('x-carapace-signature')
})
