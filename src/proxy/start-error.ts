/** Why a start failed, in one sentence for a person. */
export class StartError extends Error {}
