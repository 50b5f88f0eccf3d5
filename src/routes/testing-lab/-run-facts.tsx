import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RunCounts } from '../../contract/run'
import type { StoredAgent } from '../../queries/agents'
import {
  evidenceMutations,
  evidenceOfVersion,
  type NewEvidence,
  type TestEvidence,
} from '../../queries/evidence'
import { type LabRun, versionOfRun } from '../../queries/lab-records'
import { evidenceOf, verdictOfCounts } from '../../queries/run-evidence'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/filters'
import { IdText } from '../../ui/id-text'
import { countOf, isolated } from '../../ui/numbers'
import { Facts } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { Details } from '../-shared/details'
import { ErrorNotice } from '../-shared/error-notice'
import { inSentence, nameOf } from '../-shared/version-name'
import { AgentLink, StateBadge } from './-lab-badges'
import { nameOfRun, versionText } from './-lab-data'
import { evidenceLine, isReportedAgainst } from './-mend'
import { goesOn, numbersOf, passRate, resultsOf, scenarioTitle } from './-run-numbers'

/** "4 passed, 1 failed" */
export const countsText = ({ passed, failed, unclear, broken }: RunCounts) =>
  [
    passed !== undefined && `${passed} passed`,
    failed !== undefined && `${failed} failed`,
    unclear ? `${unclear} unclear` : false,
    broken ? `${broken} broke off` : false,
  ]
    .filter(Boolean)
    .join(', ')

/** The result of a run as evidence: as the service reports it, else as a person judged its scenarios. */
export function runEvidence(
  labRun: LabRun,
  of: { agentId: string; versionId: string },
  now: Date,
): NewEvidence | undefined {
  const reported = labRun.run && evidenceOf(labRun.run, of)
  if (reported) return reported
  const numbers = numbersOf(labRun)
  if (!numbers.byHand || passRate(numbers) === undefined) return undefined
  const { passed = 0, failed = 0, total = 0 } = numbers
  const notes = resultsOf(labRun).flatMap(({ hand, name, key }) =>
    hand?.note ? [`${scenarioTitle(name, key)}: ${hand.note}`] : [],
  )
  const name = nameOfRun(labRun)
  const scenarios = resultsOf(labRun).flatMap(({ hand, name: title, key: id }) =>
    hand ? [{ id, ...(title && { name: title }), verdict: hand.verdict }] : [],
  )
  return {
    ...of,
    id: `by hand ${labRun.key} ${of.versionId}`,
    run: {
      at: now.toISOString(),
      ...(typeof labRun.id === 'number' && { id: labRun.id }),
      ...(name && { name }),
    },
    // What nobody judged speaks neither for nor against.
    verdict: verdictOfCounts({ total, passed, failed }),
    counts: { passed, failed },
    scenarios,
    note: [`Judged by hand: ${passed + failed} of ${countOf(total, 'scenario')}.`, ...notes]
      .join('\n')
      .slice(0, 2_000)
      .toWellFormed(),
    knownFrom: 'entered by hand',
  }
}

/** Hands the result on to the version under test. `onDeploy`: where the version can be deployed from here. */
export function RunEvidence({
  labRun,
  agent,
  evidence,
  onDeploy,
}: {
  labRun: LabRun
  agent: StoredAgent | undefined
  evidence: readonly TestEvidence[]
  onDeploy: ((versionId: string) => void) | undefined
}) {
  const [typed, setTyped] = useState<string>()
  const testedVersion = versionOfRun(labRun)
  const versionId = testedVersion ?? typed ?? ''
  const add = useMutation({
    ...evidenceMutations.add(),
    onSuccess: () => void toast({ title: 'Saved as evidence' }),
  })
  if (!agent || goesOn(labRun) || passRate(numbersOf(labRun)) === undefined) return null
  const isTaken = evidence.some(
    (each) =>
      each.knownFrom === 'service' &&
      each.run.id !== undefined &&
      each.run.id === labRun.id &&
      each.versionId === versionId,
  )
  const earlier = evidenceOfVersion(evidence, versionId)
  const isGood = !earlier?.untested && (earlier?.verdict ?? verdictOfCounts(numbersOf(labRun))) === 'passed'
  const isAgainst = earlier !== undefined && isReportedAgainst(evidence, earlier)
  const tested = testedVersion === undefined ? undefined : inSentence(versionText(labRun, agent) ?? '')
  const use = () => {
    const result = runEvidence(labRun, { agentId: agent.agentId, versionId }, new Date())
    if (result) add.mutate(result)
  }
  return (
    <div className="flex flex-col gap-2">
      {testedVersion === undefined && (
        <Choice
          label="To use the result as evidence, say which version was tested."
          all="Choose a version"
          choices={agent.versions.map((version) => ({ value: version.versionId, label: nameOf(version) }))}
          value={typed}
          onChange={setTyped}
        />
      )}
      {earlier && <p className="text-ink-muted">{evidenceLine(tested ?? 'this version', earlier)}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {!isTaken && versionId !== '' && (
          <Button
            writes
            onClick={use}
            pending={add.isPending}
            title="Keeps the result with the version under test, where the deploy dialog shows it."
          >
            Use as evidence
          </Button>
        )}
        {versionId !== '' && onDeploy && !isAgainst && agent.deployedVersionId !== versionId && (
          <Button writes variant={isGood ? 'primary' : 'secondary'} onClick={() => onDeploy(versionId)}>
            Deploy {tested ?? 'this version'}
          </Button>
        )}
      </div>
      <ErrorNotice error={add.error} />
    </div>
  )
}

/** The fields of a run and of its request, its ids and what else is rarely wanted folded. `children`: that. */
export function RunFacts({
  labRun,
  agent,
  children,
}: {
  labRun: LabRun
  agent: StoredAgent | undefined
  children: ReactNode
}) {
  const { run, sent } = labRun
  const version = versionOfRun(labRun)
  const number = (name: string) => (typeof sent?.request[name] === 'number' ? sent.request[name] : undefined)
  const phone = run?.outboundPhoneNumber ?? sent?.request.outbound_phone_number
  return (
    <>
      <Facts
        facts={{
          State: run?.status && <StateBadge of={run} />,
          Agent: agent ? <AgentLink agent={agent} /> : (run?.agentId ?? number('agent_id')),
          'Version under test': version ? (
            <span>
              {versionText(labRun, agent)}{' '}
              {run?.versionId === undefined && (
                <span className="text-ink-muted">noted here, not reported by the service</span>
              )}
            </span>
          ) : (
            <span className="text-ink-muted">Chosen by the service, which does not report it</span>
          ),
          Frequency: run?.frequency ?? number('frequency'),
          'Outbound phone number': typeof phone === 'string' ? phone : undefined,
          Tags: run?.tags && run.tags.length > 0 ? run.tags.map(isolated).join(', ') : undefined,
          'Judged by': run?.judgedBy,
          Requested: sent && <TimeText time={sent.startedAt} />,
          Created: run?.createdAt && <TimeText time={run.createdAt} />,
          Ended: run?.endedAt && <TimeText time={run.endedAt} />,
        }}
      />
      <Details>
        <Facts
          facts={{
            'Run id': labRun.id !== undefined && <IdText id={String(labRun.id)} name="run id" whole />,
            'Version id': version && <IdText id={version} name="version id" whole />,
          }}
        />
        {children}
      </Details>
    </>
  )
}
