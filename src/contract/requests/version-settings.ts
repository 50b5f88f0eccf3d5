import * as z from 'zod/mini'
import { id, phoneNumber, text } from '../formats'
import { VARIABLE_NAME } from '../placeholders'

/** May be left out, and `null` says that the service decides. */
const setting = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

const amount = (label: string, min: number, max: number) =>
  setting(
    z
      .number(`${label} must be a number`)
      .check(z.gte(min, `${label} must be at least ${min}`), z.lte(max, `${label} can be at most ${max}`)),
  )

/** No unit is documented. As seconds this is a day, as milliseconds a minute and a half. */
const TIME_MAX = 86_400

/** What is noted of a conversation after it has ended. */
const postCallVariable = z.strictObject({
  variableName: text({ label: 'Variable name', min: 1, max: 100 }).check(
    z.regex(VARIABLE_NAME, 'Variable name must start with a letter or _ and have no spaces'),
  ),
  type: text({ label: 'Type', min: 1, max: 100 }),
  description: z.optional(text({ label: 'Description', max: 2_000 })),
  required: z.optional(z.boolean('Required must be true or false')),
})

/** A check that no two entries of a list have the same name. */
export const namedOnce = <Name extends string>(field: Name) =>
  z.superRefine<readonly Record<Name, string>[]>((entries, context) => {
    for (const [index, { [field]: name }] of entries.entries()) {
      if (entries.findIndex((other) => other[field] === name) === index) continue
      context.addIssue({
        code: 'custom',
        message: `Variable name ${name} is used twice`,
        path: [index, field],
      })
    }
  })

/**
 * The settings of a version that real services have beyond §2 (D240). This declaration is all there is of a setting: requests are
 * checked by it, the local service keeps and tells what it names, and the OpenAPI document shows it.
 */
export const versionSettings = z.strictObject({
  /** `FLOW`: a drawn conversation. */
  mode: z.optional(z.enum(['FLOW', 'PROMPT'], 'Mode must be FLOW or PROMPT')),
  speakFirst: setting(z.boolean('Speak first must be true or false')),
  postCallPrompt: setting(text({ label: 'Post-call prompt', max: 20_000 })),
  postCallVariables: setting(
    z
      .array(postCallVariable, 'Post-call variables must be a list')
      .check(z.maxLength(100, 'At most 100 post-call variables'), namedOnce('variableName')),
  ),
  /** How loud, of 100. */
  backgroundAudio: amount('Background audio', 0, 100),
  voiceVolume: amount('Voice volume', 0, 100),
  voiceSpeed: amount('Voice speed', 0, 10),
  forwardingPhoneNumber: setting(phoneNumber('Forwarding phone number')),
  initialSilenceTimeout: amount('Initial silence timeout', 0, TIME_MAX),
  finalSilenceTimeout: amount('Final silence timeout', 0, TIME_MAX),
  maxCallDuration: amount('Longest call duration', 1, TIME_MAX),
  language: setting(
    z
      .strictObject(
        {
          languageId: z.optional(id('Language id')),
          languageCode: z.optional(text({ label: 'Language code', min: 1, max: 35 })),
          languageDisplayName: z.optional(text({ label: 'Language name', max: 200 })),
        },
        'Language must be an object with languageId or languageCode',
      )
      .check(
        z.refine(
          ({ languageId, languageCode }) => languageId !== undefined || languageCode !== undefined,
          'Language needs languageId or languageCode',
        ),
      ),
  ),
})

export type VersionSettings = z.infer<typeof versionSettings>
