import type { CaseTemplate, TemplateTask } from '@carapace/shared/msoc/cases/case-settings.contract'
import type { Pap, Tlp } from '@carapace/shared/msoc/cases/cases'
import { type Severity, severities } from '@carapace/shared/msoc/severity'
import { tagsIn } from '../list/tags.ts'
import { linesIn, minutesIn, minutesText } from './lines.ts'

/** A task as it is typed. */
export interface TaskDraft {
  readonly title: string
  readonly description: string
  /** One item a line. */
  readonly checklist: string
  /** A time such as `4 h`. */
  readonly due: string
}

/** A template as it is typed: every field is a text. */
export interface TemplateDraft {
  readonly name: string
  readonly title: string
  readonly severity: Severity | ''
  readonly tlp: Tlp | ''
  readonly pap: Pap | ''
  readonly tags: string
  readonly description: string
  readonly tasks: readonly TaskDraft[]
  readonly fields: CaseTemplate['fields']
  readonly sla: Readonly<Record<Severity, { readonly acknowledge: string; readonly resolve: string }>>
}

export const emptyTask: TaskDraft = { title: '', description: '', checklist: '', due: '' }

/** The draft of a template; of a new one without an argument. */
export function draftOf(template?: CaseTemplate): TemplateDraft {
  return {
    name: template?.name ?? '',
    title: template?.title ?? '',
    severity: template?.severity ?? '',
    tlp: template?.tlp ?? '',
    pap: template?.pap ?? '',
    tags: template?.tags.join(', ') ?? '',
    description: template?.description ?? '',
    tasks: template?.tasks.map(taskDraftOf) ?? [],
    fields: template?.fields ?? {},
    sla: Object.fromEntries(
      severities.map((severity) => {
        const limits = template?.sla[severity]
        return [
          severity,
          { acknowledge: minutesText(limits?.acknowledge ?? null), resolve: minutesText(limits?.resolve ?? null) },
        ]
      }),
    ) as unknown as TemplateDraft['sla'],
  }
}

const taskDraftOf = ({ title, description, checklist, due_minutes: due }: TemplateTask): TaskDraft => ({
  title,
  description,
  checklist: checklist.join('\n'),
  due: minutesText(due),
})

/** What is saved of a draft, or why it cannot be, as a sentence (rule CASE-UI-72 of ../SPEC.md). */
export function templateOf(draft: TemplateDraft) {
  const times = [...draft.tasks.map(({ due }) => due), ...Object.values(draft.sla).flatMap(Object.values)] as string[]
  const wrong = times.find((time) => minutesIn(time) === undefined)
  if (draft.name.trim() === '') return { problem: 'The template needs a name.' }
  if (wrong !== undefined) return { problem: `“${wrong}” is no time. Write 30 min, 4 h or 2 d.` }
  return {
    template: {
      name: draft.name.trim(),
      title: draft.title.trim(),
      severity: draft.severity || null,
      tlp: draft.tlp || null,
      pap: draft.pap || null,
      tags: tagsIn(draft.tags),
      description: draft.description,
      // a row that nothing was typed into is no task
      tasks: draft.tasks.filter(({ title }) => title.trim() !== '').map(taskOf),
      fields: Object.fromEntries(Object.entries(draft.fields).filter(([, value]) => value !== null && value !== '')),
      sla: slaOf(draft.sla),
    },
  }
}

const taskOf = ({ title, description, checklist, due }: TaskDraft): TemplateTask => ({
  title: title.trim(),
  description,
  checklist: linesIn(checklist),
  due_minutes: minutesIn(due) ?? null,
})

function slaOf(sla: TemplateDraft['sla']): CaseTemplate['sla'] {
  const limits = severities.flatMap((severity) => {
    const { acknowledge, resolve } = sla[severity]
    const both = { acknowledge: minutesIn(acknowledge) ?? null, resolve: minutesIn(resolve) ?? null }
    return both.acknowledge === null && both.resolve === null ? [] : [[severity, both] as const]
  })
  return Object.fromEntries(limits)
}
