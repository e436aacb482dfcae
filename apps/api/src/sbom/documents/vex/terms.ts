import type { VexJustification, VexState } from '@carapace/shared/sbom/vex/vex'

/** CISA's five justifications for `not_affected`, which OpenVEX and CSAF share, in CycloneDX's words (rule VEX-5). */
export const fromFive: Readonly<Record<string, VexJustification>> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  vulnerable_code_cannot_be_controlled_by_adversary: 'code_not_reachable',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
}

/** CycloneDX's nine justifications in CISA's five: the first that means it, and whether that means less. */
export const toFive: Readonly<Record<VexJustification, readonly [name: string, less: boolean]>> = {
  code_not_present: ['vulnerable_code_not_present', false],
  code_not_reachable: ['vulnerable_code_not_in_execute_path', false],
  requires_configuration: ['vulnerable_code_not_in_execute_path', true],
  requires_dependency: ['vulnerable_code_not_in_execute_path', true],
  requires_environment: ['vulnerable_code_cannot_be_controlled_by_adversary', true],
  protected_by_compiler: ['inline_mitigations_already_exist', true],
  protected_at_runtime: ['inline_mitigations_already_exist', true],
  protected_at_perimeter: ['inline_mitigations_already_exist', true],
  protected_by_mitigating_control: ['inline_mitigations_already_exist', false],
}

/** The four states that all other formats have, and whether the state means more than they can. */
export const toFour: Readonly<
  Record<VexState, readonly [name: 'affected' | 'not_affected' | 'fixed' | 'under_investigation', less: boolean]>
> = {
  in_triage: ['under_investigation', false],
  exploitable: ['affected', false],
  not_affected: ['not_affected', false],
  false_positive: ['not_affected', true],
  resolved: ['fixed', false],
  resolved_with_pedigree: ['fixed', true],
}

export const fromFour: Readonly<Record<string, VexState>> = {
  under_investigation: 'in_triage',
  affected: 'exploitable',
  not_affected: 'not_affected',
  fixed: 'resolved',
}
