import { NotDone } from './not-done'

/** A document that is not worth sending: the service would refuse it, or it would end `FAILED`. `nextStep`: what the person can do about it, as a sentence. */
export class DocumentRefused extends NotDone {
  constructor(message: string, nextStep: string) {
    super('This document cannot be added', message, nextStep)
  }
}
