import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { allowsOrigin, type Organization, updateOrganization } from '../../contract/organization'
import { infoQueries } from '../../queries/info'
import { organizationMutations, organizationQueries } from '../../queries/organization'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { formDefaults } from '../../ui/fields/form'
import { TextField } from '../../ui/fields/inputs'
import { CellsField } from '../../ui/fields/rows-fields'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { toast } from '../../ui/toast-store'
import { changedFields, hasChanges } from '../-shared/changed-fields'
import { carryOver } from '../-shared/draft'
import { FailedState } from '../-shared/failure'
import { useKept } from '../-shared/kept'
import { OtherFields } from '../-shared/other-fields'
import { SendForm } from '../-shared/send-form'
import { useOffered } from '../-shared/use-offered'
import {
  type OrganizationValues,
  organizationResolver,
  placeDomain,
  toOrganizationChanges,
  toOrganizationValues,
} from './-organization-form'

/** The organization at the service, where it tells of it: read, and changed where that is offered. */
export function OrganizationSection() {
  const query = useQuery(organizationQueries.own())
  const { data: organization, error } = query
  // Who reads it is taken to change it, until the service says otherwise (D131).
  const isChangeable = useKept(useOffered(updateOrganization) !== false, organization !== undefined)
  return (
    <Section title="Organization" hint="Stored at the service, and the same for everybody who uses its key.">
      <div className={organization === undefined && !error ? 'min-h-96' : undefined}>
        {organization === null && (
          <p className="text-sm text-ink-muted">This service does not report the organization.</p>
        )}
        {organization && (
          <div className="flex flex-col gap-4">
            <Facts
              facts={{
                Name: isChangeable ? undefined : organization.name,
                'Web-chat domains': isChangeable ? undefined : organization.allowedChatDomains?.join(', '),
                'E-mail domain': organization.sendingDomain && <SendingDomain organization={organization} />,
                'Calls now': organization.activeCallCount,
              }}
            />
            {isChangeable && <OrganizationForm organization={organization} />}
            <OtherFields fields={organization.other} />
          </div>
        )}
        {!organization && error && <FailedState query={query} />}
      </div>
    </Section>
  )
}

const SendingDomain = ({
  organization: { sendingDomain, sendingDomainVerified },
}: {
  organization: Organization
}) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    {sendingDomain}
    {sendingDomainVerified !== undefined && (
      <StatusBadge tone={sendingDomainVerified ? 'good' : 'busy'}>
        {sendingDomainVerified ? 'Verified' : 'Not verified'}
      </StatusBadge>
    )}
  </span>
)

function OrganizationForm({ organization }: { organization: Organization }) {
  const before = toOrganizationValues(organization)
  const form = useForm<OrganizationValues, unknown, OrganizationValues>({
    ...formDefaults,
    defaultValues: before,
    resolver: organizationResolver(before),
  })
  const { control } = form
  const typed = useWatch({ control }) as OrganizationValues
  // What was not typed since is as it is read, also when another window changes it; of the rest, what it was before (D965).
  const seen = useRef(before)
  useEffect(() => {
    const now = toOrganizationValues(organization)
    const typed = form.getValues()
    const changes = changedFields(typed, carryOver(seen.current, typed, now))
    for (const name of ['name', 'domains'] as const)
      if (changes[name] !== undefined) form.setValue(name, changes[name])
    seen.current = carryOver(typed, seen.current, now)
  }, [organization, form])
  return (
    <SendForm
      form={form}
      label="Organization"
      submit="Save organization"
      mutation={organizationMutations.update()}
      operation={updateOrganization}
      toRequest={(values) => ({
        body: toOrganizationChanges(values, before),
        seen: { ...seen.current, allowedChatDomains: seen.current.domains.map(({ host }) => host) },
        onOther: (now) => {
          seen.current = toOrganizationValues(now)
        },
      })}
      check={(values) => (hasChanges(toOrganizationChanges(values, before)) ? null : 'No changes to save')}
      place={placeDomain}
      dirty={hasChanges(toOrganizationChanges(typed, before))}
      onDone={(_reply, values) => {
        seen.current = values
        toast({ title: 'The organization was saved' })
        return false
      }}
    >
      <TextField control={control} name="name" label="Name" required={before.name !== ''} />
      {/* They are sent whole: those that were not read would be overwritten. */}
      {organization.allowedChatDomains && (
        <>
          <CellsField
            control={control}
            name="domains"
            label="Web-chat domains"
            hint="Only pages of these hosts may open a web chat. A leading *. stands for all hosts below a name."
            cells={[{ path: 'host', label: 'Domain', mono: true }]}
            empty={{ host: '' }}
            addLabel="Add domain"
          />
          <MissingOrigins form={form} />
        </>
      )}
    </SendForm>
  )
}

/** The console opens web chats itself; without its own origin it cannot. */
function MissingOrigins({ form }: { form: ReturnType<typeof useForm<OrganizationValues>> }) {
  const { data: info } = useQuery(infoQueries.connection())
  const domains = useWatch({ control: form.control, name: 'domains' })
  const hosts = domains.map(({ host }) => host)
  const missing = (info?.chatOrigins ?? []).filter((origin) => !allowsOrigin(hosts, origin))
  if (missing.length === 0) return null
  return (
    <Notice
      tone="warn"
      title={`Web chats from this console will be refused: ${missing.join(', ')} is not among the domains.`}
      action={
        <Button
          onClick={() =>
            form.setValue(
              'domains',
              [
                ...domains,
                ...[...new Set(missing.map((each) => new URL(each).hostname))].map((host) => ({ host })),
              ],
              {
                shouldDirty: true,
                shouldValidate: true,
              },
            )
          }
        >
          Add it
        </Button>
      }
    />
  )
}
