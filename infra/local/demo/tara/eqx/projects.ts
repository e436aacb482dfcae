import type { DemoProject } from '../demo-content.ts'

/** The projects of the platform, each an item with its own life cycle. */
export const projects: readonly DemoProject[] = [
  {
    name: 'Electric drive control',
    type: 'SYSTEM',
    description:
      'From the accelerator pedal to the torque at the wheels: vehicle controller, inverter, battery management, ' +
      'charging.',
    lead: 'Aiko Kimura',
    currentPhase: 'PRODUCT_DEVELOPMENT',
    phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCT_DEVELOPMENT: 'IN_PROCESS' },
    day: 208,
    milestone: { name: 'Cybersecurity assessment', inDays: 24 },
  },
  {
    name: 'Gateway and diagnostics',
    type: 'SYSTEM',
    description: "What separates the vehicle's networks, and what lets a workshop in.",
    lead: 'Sven Dahl',
    currentPhase: 'PRODUCT_DEVELOPMENT',
    phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCT_DEVELOPMENT: 'UNDER_REVIEW' },
    day: 208,
    milestone: { name: 'Penetration test', inDays: 47 },
  },
  {
    name: 'Telematics unit',
    type: 'COMPONENT',
    description:
      'Carried over from the delivery van, in the field already: remote services, updates over the air, position ' +
      'reports.',
    lead: 'Jonas Lind',
    currentPhase: 'INCIDENCE_RESPONCE',
    phaseStatuses: {
      CONCEPT: 'APPROVED',
      PRODUCT_DEVELOPMENT: 'APPROVED',
      PRODUCTION: 'COMPLETED',
      INCIDENCE_RESPONCE: 'IN_PROCESS',
    },
    day: 206,
  },
  {
    name: 'Phone as a key',
    type: 'FEATURE',
    description: 'Unlocking and starting with a phone; sharing the key with others.',
    lead: 'Maya Rao',
    currentPhase: 'CONCEPT',
    phaseStatuses: { CONCEPT: 'IN_PROCESS' },
    day: 120,
  },
  {
    name: 'Brake and steering',
    type: 'SYSTEM',
    description: 'Stability control, brake control and electric steering, as far as other networks reach them.',
    lead: 'Sven Dahl',
    currentPhase: 'PRODUCTION',
    phaseStatuses: { CONCEPT: 'APPROVED', PRODUCT_DEVELOPMENT: 'APPROVED', PRODUCTION: 'APPROVED' },
    day: 205,
  },
  {
    name: 'Cockpit',
    type: 'COMPONENT',
    description: 'Instrument cluster and head unit.',
    lead: 'Aiko Kimura',
    currentPhase: 'CONCEPT',
    phaseStatuses: { CONCEPT: 'CREATED' },
    day: 60,
  },
  {
    name: 'Brake by wire',
    type: 'SYSTEM',
    description:
      'Four electromechanical wheel brakes without a hydraulic fallback, for the second model year: hazard analysis, ' +
      'safety concept, fault trees and FMEA.',
    lead: 'Maya Rao',
    currentPhase: 'PRODUCT_DEVELOPMENT',
    phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCT_DEVELOPMENT: 'IN_PROCESS' },
    day: 168,
    milestone: { name: 'Safety assessment, sample B', inDays: 31 },
  },
]
