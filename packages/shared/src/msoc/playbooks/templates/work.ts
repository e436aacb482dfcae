import type { PlaybookTemplate } from '../playbooks.contract.ts'
import { all, analysts, graph, node } from './build.ts'

export const workTemplates: readonly PlaybookTemplate[] = [
  {
    key: 'new-case-tasks',
    name: 'Tasks of a new case',
    description: 'Gives each new case of high severity its first tasks.',
    tags: ['case'],
    trigger: { kind: 'case', on: ['opened'], severities: ['high', 'critical'] },
    graph: graph(
      [
        node('scope', 'add_task', 'Find the scope', {
          case: 'case.uuid',
          title: 'Find the affected vehicles and ECUs',
          description: 'Start with the linked alerts and the observables that they share.',
        }),
        node('evidence', 'add_task', 'Keep the evidence', {
          case: 'case.uuid',
          title: 'Keep the evidence',
          description: 'Keep a capture of the bus around each alert before the raw frames are deleted.',
        }),
        node('threat', 'add_task', 'Find the threat scenario', {
          case: 'case.uuid',
          title: 'Link the threat scenario',
          description: 'Which threat scenario matches, and is its feasibility still right?',
        }),
        node('start', 'update_case', 'Start the work', { case: 'case.uuid', stage: 'IN_PROGRESS' }),
      ],
      'scope.next>evidence evidence.next>threat threat.next>start',
    ),
  },
  {
    key: 'shift-digest',
    name: 'Digest at the hand-over of shifts',
    description: 'At six, fourteen and twenty-two o’clock (UTC): notifies the analysts of what is open.',
    tags: ['shift', 'schedule'],
    trigger: {
      kind: 'schedule',
      schedule: { kind: 'cron', minute: '0', hour: '6,14,22', day: '*', month: '*', weekday: '*' },
    },
    graph: graph(
      [
        node('open', 'find_alerts', 'Open alerts', { hours: 720, at_most: 5 }),
        node('critical', 'find_alerts', 'Open critical alerts', {
          matchers: { severities: ['critical'] },
          hours: 720,
          at_most: 5,
        }),
        node('raised', 'find_alerts', 'Raised in this shift', { open: false, hours: 8, at_most: 5 }),
        node('tell', 'notify', 'Notify the analysts', {
          title: 'Hand-over: {{ nodes.critical.total }} critical of {{ nodes.open.total }} open alerts',
          text:
            '{{ nodes.raised.total }} alerts were raised in the last eight hours. ' +
            'The latest open one: {{ nodes.open.alerts.0.title | default("none") }}.',
          urgency: 'normal',
          people: analysts,
        }),
      ],
      'open.next>critical critical.next>raised raised.next>tell',
    ),
  },
  {
    key: 'case-closed-report',
    name: 'Report closed cases to another system',
    description: 'Sends each closed case to an address of yours, signed in with the secret REPORT_TOKEN.',
    tags: ['case', 'integration'],
    trigger: { kind: 'case', on: ['closed'] },
    graph: graph(
      [
        node('send', 'http_request', 'Send the case', {
          method: 'POST',
          url: 'https://example.com/cases/{{ case.number }}',
          headers: { authorization: 'Bearer {{ secrets.REPORT_TOKEN }}', 'content-type': 'application/json' },
          body:
            '{"number": {{ case.number }}, "title": {{ case.title | json }}, ' +
            '"severity": {{ case.severity | json }}}',
          repeatable: true,
        }),
        node('failed', 'comment_case', 'Record the failure', {
          case: 'case.uuid',
          text: 'This case could not be reported to the other system.',
        }),
      ],
      'send.error>failed',
    ),
  },
  {
    key: 'noisy-rule',
    name: 'Rule that raises too much',
    description: 'From an alert of a rule: asks one person whether the rule is to be disabled, and records it.',
    tags: ['noise', 'rule'],
    trigger: { kind: 'manual', subject: 'alert' },
    graph: graph(
      [
        node('of_rule', 'condition', 'Raised by a rule', all(['alert.rule_uuid', 'is_set'])),
        node('ask', 'approval', 'Approve', {
          question: 'Disable the rule "{{ alert.rule }}"?',
          people: analysts,
          approvals: 1,
          expires_after_minutes: 1_440,
        }),
        node('disable', 'set_rule_state', 'Disable the rule', { rule: 'alert.rule_uuid', state: 'disabled' }),
        node('tag', 'tag_alert', 'Tag', { tags: ['rule disabled'] }),
      ],
      'of_rule.true>ask ask.approved>disable disable.next>tag',
    ),
  },
  {
    key: 'signed-report',
    name: 'Report from outside: ask an analyst',
    description: 'A signed webhook: an analyst decides whether somebody must be notified of the report.',
    tags: ['webhook', 'integration'],
    trigger: { kind: 'webhook' },
    graph: graph(
      [
        node('ask', 'form', 'Look at the report', {
          question: 'A report came in: {{ webhook.body.summary | default("without a summary") }}',
          fields: [
            { name: 'urgent', label: 'Is it urgent?', type: 'boolean', required: true },
            { name: 'note', label: 'Note', type: 'text', required: false },
          ],
          people: analysts,
          expires_after_minutes: 1_440,
        }),
        node('urgent', 'condition', 'Urgent', all(['nodes.ask.urgent', 'equals', 'true'])),
        node('tell', 'notify', 'Notify the analysts', {
          title: 'Urgent report: {{ webhook.body.summary | truncate(100) }}',
          text: '{{ nodes.ask.note }}',
          urgency: 'high',
          people: analysts,
        }),
      ],
      'ask.next>urgent urgent.true>tell ask.expired>tell',
    ),
  },
]
