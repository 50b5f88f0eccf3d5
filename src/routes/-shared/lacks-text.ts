import type { Lack } from '../../queries/deployments'

const LACKS: Readonly<Record<Lack, string>> = {
  'no evidence': 'it has no test result',
  changed: 'it was not tested since a change',
  verdict: 'not all of its tests pass',
  'not run': 'not all scenarios ran against it',
  lint: 'variables in it are wrong',
  tools: 'tools that it calls are not in the tool list',
  'tools not read': 'not all of its tools could be read',
  files: 'files of its collections are missing or not INGESTED',
  'no collection': 'it uses the knowledge base and has no collection',
  'not read': 'its collections could not be read',
}

/** "it has no test result, variables in it are wrong and not all of its tools could be read". */
export const lacksText = (lacks: readonly Lack[]) =>
  lacks
    .map((lack) => LACKS[lack])
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1')
