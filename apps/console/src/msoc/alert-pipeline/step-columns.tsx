import { isSuppressing } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import type { AlertStep } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { dateTime, number } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { StepActions, type StepHands } from './step-actions.tsx'
import { kindTexts, selectionText, stateText } from './step-texts.ts'

/** The columns of the list of steps (rule ALERT-PIPELINE-UI-1). */
export function stepColumns(hands: StepHands): readonly Column<AlertStep>[] {
  return [
    { key: 'order', title: 'Order', width: 56, numeric: true, render: ({ order }) => number(order) },
    { key: 'kind', title: 'Kind', width: 96, render: ({ kind }) => kindTexts[kind] },
    { key: 'matchers', title: 'Alerts', width: 220, grow: 2, always: true, render: selectionText, text: selectionText },
    {
      key: 'reason',
      title: 'Reason',
      width: 160,
      grow: 1,
      priority: 2,
      render: ({ reason }) => reason,
      text: ({ reason }) => reason,
    },
    {
      key: 'state',
      title: 'State',
      width: 84,
      always: true,
      render: (step) => (
        <Badge tone={step.in_effect ? 'green' : step.active ? 'yellow' : 'grey'}>{stateText(step, Date.now())}</Badge>
      ),
    },
    {
      key: 'suppressed',
      title: 'Suppressed',
      width: 88,
      numeric: true,
      priority: 3,
      render: ({ kind, suppressed }) => (isSuppressing(kind) ? number(suppressed) : '–'),
    },
    {
      key: 'from',
      title: 'From',
      width: 172,
      priority: 6,
      render: ({ from }) => <span className="num">{dateTime(from)}</span>,
    },
    {
      key: 'until',
      title: 'Until',
      width: 172,
      priority: 4,
      render: ({ until }) => <span className="num">{until === null ? 'no end' : dateTime(until)}</span>,
    },
    {
      key: 'author',
      title: 'By',
      width: 130,
      priority: 5,
      render: ({ author }) => author,
      text: ({ author }) => author,
    },
    {
      key: 'actions',
      title: 'Actions',
      width: 204,
      always: true,
      render: (step) => <StepActions step={step} hands={hands} />,
    },
  ]
}
