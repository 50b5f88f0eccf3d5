import type { Play } from './play'
export interface LanguageModel {
  readonly name: string
  readonly play: Play
}
