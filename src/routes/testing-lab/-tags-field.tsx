import type { FieldValues } from 'react-hook-form'
import { IdsField } from '../../ui/fields/ids-field'
import type { BoundField } from '../../ui/fields/text-field'
import { useScenarios } from './-lab-data'

/** The tags of a text, separated by commas or line breaks, each once, without those there already. A tag may hold spaces. */
export function readTags(text: string, present: readonly string[]): string[] {
  const tags = text.split(/[,;\n]+/).map((tag) => tag.trim())
  return [...new Set(tags)].filter((tag) => tag !== '' && !present.includes(tag))
}

/** Tags: those in use are offered, any other can be typed. */
export function TagsField<Values extends FieldValues>(frame: BoundField<Values>) {
  const { items } = useScenarios()
  const known = [...new Set(items.flatMap(({ tags }) => tags))].toSorted()
  return (
    <IdsField
      {...frame}
      suggestions={known.map((tag) => ({ id: tag, label: tag }))}
      what="tag"
      read={readTags}
    />
  )
}
