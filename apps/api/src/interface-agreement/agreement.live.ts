import type { Publisher } from '@carapace/shared/core/bus/bus'
import { type AgreementPart, topics } from '@carapace/shared/interface-agreement/topics'

/** Reports that a part of an agreement changed, to whoever of both sides has it open. Call it after the commit. */
export function announceAgreement(publisher: Publisher, agreementUuid: string, part: AgreementPart): void {
  publisher.publish(topics.agreement(agreementUuid), [part])
}
