import type { saveVehicle, Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { z } from 'zod'

/** The editable fields of a vehicle, in the form's order. */
export const fields = [
  { name: 'vin', title: 'VIN', most: 64, mono: true },
  { name: 'device_id', title: 'Device id', most: 64, mono: true },
  { name: 'name', title: 'Name', most: 100, mono: false },
  { name: 'model', title: 'Model', most: 100, mono: false },
  { name: 'platform', title: 'Platform', most: 100, mono: false },
  { name: 'software_version', title: 'Software version', most: 100, mono: false },
  { name: 'reports_every_seconds', title: 'Reports every (seconds)', most: 5, mono: false },
] as const
export type FieldName = (typeof fields)[number]['name']

/** The form's fields as they are typed. */
export type Draft = Readonly<Record<FieldName, string>>

export function draftOf(vehicle: Vehicle | undefined): Draft {
  return Object.fromEntries(fields.map(({ name }) => [name, String(vehicle?.[name] ?? '')])) as Draft
}

/**
 * The draft as request input. A report interval that is not a number is sent unchanged, so that the server refuses it
 * by its field (rule FLEET-UI-8).
 */
export function inputOf(draft: Draft): z.input<typeof saveVehicle.input> {
  const { device_id: device, reports_every_seconds: every, ...texts } = draft
  return {
    ...texts,
    device_id: device.trim() || null,
    reports_every_seconds: every.trim() === '' ? null : Number(every),
  }
}

/** The fields in which the other user's version differs from the draft, with its values. */
export function theirChanges(mine: Draft, theirs: Vehicle): { readonly title: string; readonly text: string }[] {
  const theirDraft = draftOf(theirs)
  return fields
    .filter(({ name }) => theirDraft[name] !== mine[name])
    .map(({ name, title }) => ({ title, text: theirDraft[name] }))
}
