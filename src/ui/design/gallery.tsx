import { Page } from '../page'
import { Shell } from '../shell'
import { Toasts } from '../toasts'
import { Fields } from './fields'
import { Floating } from './floating'
import { Parts } from './parts'
import { Tables } from './tables'

/** `/design` in development: every part in every state. No build has it. */
export function Gallery() {
  return (
    <>
      <Shell
        path="/design"
        renderLink={({ to, ...link }) => <a href={to} {...link} />}
        connection={<p>In development only</p>}
        onFind={() => undefined}
      >
        <Page
          title="Design"
          context="Every part in every state."
          width="form"
          aside={<p>Beside the page.</p>}
        >
          <div className="flex flex-col gap-8">
            <Floating />
            <Parts />
            <Fields />
            <Tables />
          </div>
        </Page>
      </Shell>
      <Toasts />
    </>
  )
}
