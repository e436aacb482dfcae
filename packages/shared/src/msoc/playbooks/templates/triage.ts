import type { PlaybookTemplate } from '../playbooks.contract.ts'
import { all, analysts, graph, node } from './build.ts'

const openCase = (title: string) => node('open_case', 'create_case', 'Open case', { title })

export const triageTemplates: readonly PlaybookTemplate[] = [
  {
    key: 'ids-burst',
    name: 'Burst of intrusion detection events',
    description: 'When a vehicle reports many alerts within an hour, they are collected in one case.',
    tags: ['ids', 'triage'],
    trigger: { kind: 'alert', matchers: { sources: ['ids'] } },
    graph: graph(
      [
        node('recent', 'find_alerts', 'Alerts of the last hour', {
          matchers: { sources: ['ids'] },
          vin: '{{ alert.vehicle.vin }}',
          hours: 1,
          at_most: 100,
        }),
        node('burst', 'condition', 'Five or more', all(['nodes.recent.total', 'at_least', '5'])),
        openCase('Burst of intrusion detection events of {{ alert.vehicle.vin | default("the fleet") }}'),
        node('each', 'for_each', 'Each alert', { items: 'nodes.recent.alerts', at_most: 100 }),
        node('link', 'link_alert', 'Add to the case', { alert: 'item.uuid', case: 'nodes.open_case.case_uuid' }),
        node('not_linked', 'set', 'Leave it where it is', {
          variables: [{ name: 'left', value: '{{ item.number }}' }],
        }),
      ],
      'recent.next>burst burst.true>open_case open_case.next>each each.each>link link.error>not_linked',
    ),
  },
  {
    key: 'guessed-passwords',
    name: 'Guessed passwords',
    description:
      'Opens a case for guessed SSH passwords and notifies the analysts if the vehicle has other alerts too.',
    tags: ['host', 'triage'],
    trigger: { kind: 'alert', matchers: { title: 'password' } },
    graph: graph(
      [
        node('tag', 'tag_alert', 'Tag', { tags: ['credential access'] }),
        openCase('Guessed passwords on {{ alert.first.hostname | default("a host") }}'),
        node('facts', 'vehicle_facts', 'Vehicle facts'),
        node('worse', 'condition', 'Other open alerts', all(['nodes.facts.open_alerts', 'greater', '1'])),
        node('raise', 'update_case', 'Raise the severity', { case: 'nodes.open_case.case_uuid', severity: 'high' }),
        node('tell', 'notify', 'Notify the analysts', {
          title: 'Guessed passwords and {{ nodes.facts.open_alerts }} open alerts on {{ alert.vehicle.vin }}',
          urgency: 'high',
          people: analysts,
        }),
      ],
      'tag.next>open_case open_case.next>facts facts.next>worse worse.true>raise raise.next>tell',
    ),
  },
  {
    key: 'repeated-false-positives',
    name: 'Repeated false positives: propose a silence',
    description: 'From an alert: asks one person to approve a silence of its rule on its vehicle for a week.',
    tags: ['noise'],
    trigger: { kind: 'manual', subject: 'alert' },
    graph: graph(
      [
        node('past', 'find_alerts', 'Alerts of this rule', {
          vin: '{{ alert.vehicle.vin }}',
          open: false,
          hours: 720,
          at_most: 50,
        }),
        node('ask', 'approval', 'Approve the silence', {
          question:
            'Silence "{{ alert.rule }}" on {{ alert.vehicle.vin }} for a week? ' +
            '{{ nodes.past.total }} alerts in 30 days.',
          people: analysts,
          approvals: 1,
          expires_after_minutes: 1_440,
        }),
        node('silence', 'silence_alerts', 'Silence', {
          kind: 'silence',
          vin: '{{ alert.vehicle.vin }}',
          rule: '{{ alert.rule }}',
          hours: 168,
          reason: 'Repeated false positives. Approved by {{ nodes.ask.by | join }}.',
        }),
        node('close', 'close_alert', 'Close the alert', { resolution: 'FALSE_POSITIVE' }),
      ],
      'past.next>ask ask.approved>silence silence.next>close',
    ),
  },
  {
    key: 'critical-unacknowledged',
    name: 'Critical alert that nobody acknowledges',
    description: 'Waits ten minutes, then notifies the analysts if the alert is still new.',
    tags: ['escalation'],
    trigger: { kind: 'alert', matchers: { severities: ['critical'] } },
    graph: graph(
      [
        node('wait', 'delay', 'Ten minutes', { kind: 'for', minutes: 10 } as never),
        node('now', 'find_alerts', 'Open critical alerts', {
          matchers: { severities: ['critical'] },
          vin: '{{ alert.vehicle.vin }}',
          hours: 24,
          at_most: 200,
        }),
        node('each', 'for_each', 'Each', { items: 'nodes.now.alerts', at_most: 200 }),
        node(
          'is_it',
          'condition',
          'Is it this one, still new?',
          all(['item.uuid', 'equals', '{{ alert.uuid }}'], ['item.status', 'equals', 'NEW']),
        ),
        node('tell', 'notify', 'Notify the analysts', {
          title: 'Nobody has acknowledged ALR-{{ alert.number }}',
          text: '{{ alert.title }} on {{ alert.vehicle.vin | default("the fleet") }}',
          urgency: 'critical',
          people: analysts,
        }),
      ],
      'wait.next>now now.next>each each.each>is_it is_it.true>tell',
    ),
  },
]
