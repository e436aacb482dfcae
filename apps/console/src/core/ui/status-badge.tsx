import type { ReactNode } from 'react'
import { sentenceCase } from '../format/format.ts'
import { type Tone, toneOf } from './status-tone.ts'
import './ui.css'

export type { Tone } from './status-tone.ts'

/** A short text in a tinted box. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`c-badge c-tone-${tone}`}>{children}</span>
}

/** A status in sentence case and in its colour: `IN_PROGRESS` is shown as `In progress`. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={toneOf(status)}>{sentenceCase(status)}</Badge>
}
