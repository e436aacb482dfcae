import type { Controllability, Exposure, Severity } from '@carapace/shared/functional-safety/asil'

type Words<K extends string> = Readonly<Record<K, string>>

/** What the classes of a hazardous event mean (ISO 26262-3, annex B), in our words. */
export const severityWords: Words<Severity> = {
  S0: 'Nobody is injured',
  S1: 'Light or moderate injuries',
  S2: 'Severe injuries, survival is probable',
  S3: 'Life-threatening injuries, survival is uncertain',
}
export const exposureWords: Words<Exposure> = {
  E0: 'Unthinkable',
  E1: 'Very low: rarer than once a year for most drivers',
  E2: 'Low: below 1 % of the time, or a few times a year',
  E3: 'Medium: 1 to 10 % of the time, or once a month',
  E4: 'High: above 10 % of the time, or on almost every drive',
}
export const controllabilityWords: Words<Controllability> = {
  C0: 'Controllable in general',
  C1: 'Simply controllable: by 99 % of drivers or more',
  C2: 'Normally controllable: by 90 % or more',
  C3: 'Difficult to control: by less than 90 %',
}
