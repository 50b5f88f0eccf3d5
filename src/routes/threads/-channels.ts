import type { Channel } from '../../queries/threads'

/** The channels in the order of the screens. */
export const CHANNELS = ['sms', 'email', 'chat'] as const satisfies readonly Channel[]

export const CHANNEL_NAMES = { sms: 'SMS', email: 'E-mail', chat: 'Web chat' }
