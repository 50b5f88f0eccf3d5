/** The channels of threads, in the order of the screens. Apart from what is said of them, because addresses name them before any screen is loaded. */
export const CHANNELS = ['sms', 'email', 'chat'] as const

export type Channel = (typeof CHANNELS)[number]
