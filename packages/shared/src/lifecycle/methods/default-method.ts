import type { Method } from './method.ts'

/**
 * The shipped method: the values of ISO/SAE 21434 annexes E to H as commonly published, in our words. The cells marked
 * in docs/methods.md must be checked against the user's own copy of the standard.
 */
export const defaultMethod: Method = {
  impact: {
    words: {
      safety: {
        severe: 'Life-threatening or fatal injuries, survival uncertain (S3).',
        major: 'Severe injuries, survival probable (S2).',
        moderate: 'Light or moderate injuries (S1).',
        negligible: 'No injuries (S0).',
      },
      financial: {
        severe: 'A catastrophe that may not be overcome.',
        major: 'Substantial, can be overcome.',
        moderate: 'Inconvenient, overcome with limited resources.',
        negligible: 'No effect, or none that matters.',
      },
      operational: {
        severe: 'A core function of the vehicle is lost.',
        major: 'An important function is lost.',
        moderate: 'A function works only partly.',
        negligible: 'Nothing that anybody notices.',
      },
      privacy: {
        severe: 'Highly sensitive, and easily linked to a person.',
        major: 'Highly sensitive but hard to link, or sensitive and easily linked.',
        moderate: 'Sensitive but hard to link, or not sensitive and easily linked.',
        negligible: 'Not sensitive, and hard to link.',
      },
    },
    overall: 'max',
  },
  potential: {
    factors: {
      time: {
        label: 'Elapsed time',
        levels: [
          { key: 'day', label: '≤ 1 day', value: 0 },
          { key: 'week', label: '≤ 1 week', value: 1 },
          { key: 'month', label: '≤ 1 month', value: 4 },
          { key: 'half-year', label: '≤ 6 months', value: 17 },
          { key: 'longer', label: '> 6 months', value: 19 },
        ],
      },
      expertise: {
        label: 'Expertise',
        levels: [
          { key: 'layman', label: 'Layman', value: 0 },
          { key: 'proficient', label: 'Proficient', value: 3 },
          { key: 'expert', label: 'Expert', value: 6 },
          { key: 'experts', label: 'Multiple experts', value: 8 },
        ],
      },
      knowledge: {
        label: 'Knowledge of the item',
        levels: [
          { key: 'public', label: 'Public', value: 0 },
          { key: 'restricted', label: 'Restricted', value: 3 },
          { key: 'confidential', label: 'Confidential', value: 7 },
          { key: 'strictly-confidential', label: 'Strictly confidential', value: 11 },
        ],
      },
      window: {
        label: 'Window of opportunity',
        levels: [
          { key: 'unlimited', label: 'Unlimited', value: 0 },
          { key: 'easy', label: 'Easy', value: 1 },
          { key: 'moderate', label: 'Moderate', value: 4 },
          { key: 'difficult', label: 'Difficult', value: 10 },
        ],
      },
      equipment: {
        label: 'Equipment',
        levels: [
          { key: 'standard', label: 'Standard', value: 0 },
          { key: 'specialised', label: 'Specialised', value: 4 },
          { key: 'bespoke', label: 'Bespoke', value: 7 },
          { key: 'multiple-bespoke', label: 'Multiple bespoke', value: 9 },
        ],
      },
    },
    and: 'max',
    thresholds: { medium: 14, low: 20, 'very-low': 25 },
  },
  cvss: {
    coefficient: 8.22,
    metrics: {
      av: {
        label: 'Attack vector',
        levels: [
          { key: 'network', label: 'Network', value: 0.85 },
          { key: 'adjacent', label: 'Adjacent', value: 0.62 },
          { key: 'local', label: 'Local', value: 0.55 },
          { key: 'physical', label: 'Physical', value: 0.2 },
        ],
      },
      ac: {
        label: 'Attack complexity',
        levels: [
          { key: 'low', label: 'Low', value: 0.77 },
          { key: 'high', label: 'High', value: 0.44 },
        ],
      },
      pr: {
        label: 'Privileges required',
        levels: [
          { key: 'none', label: 'None', value: 0.85 },
          { key: 'low', label: 'Low', value: 0.62 },
          { key: 'high', label: 'High', value: 0.27 },
        ],
      },
      ui: {
        label: 'User interaction',
        levels: [
          { key: 'none', label: 'None', value: 0.85 },
          { key: 'required', label: 'Required', value: 0.62 },
        ],
      },
    },
    thresholds: { low: 1.06, medium: 2, high: 2.96 },
  },
  vector: { network: 'high', adjacent: 'medium', local: 'low', physical: 'very-low' },
  matrix: {
    severe: { 'very-low': 2, low: 3, medium: 4, high: 5 },
    major: { 'very-low': 1, low: 2, medium: 3, high: 4 },
    moderate: { 'very-low': 1, low: 2, medium: 2, high: 3 },
    negligible: { 'very-low': 1, low: 1, medium: 1, high: 1 },
  },
  cal: {
    severe: { physical: 2, local: 3, adjacent: 4, network: 4 },
    major: { physical: 1, local: 2, adjacent: 3, network: 4 },
    moderate: { physical: 1, local: 1, adjacent: 2, network: 3 },
    negligible: { physical: 0, local: 0, adjacent: 0, network: 0 },
  },
  deciding: 'potential',
  attention: 4,
}

/** The shipped method as the first version of an organisation's own method: the organisation makes the next one. */
export const shippedMethod = { name: 'Default', version: 1, state: 'released', content: defaultMethod } as const
