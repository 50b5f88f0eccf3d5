/** Under which path the console stands, such as `/switchboard`; empty at the root. The proxy writes it into the page (D460). */
export const basePath = globalThis.document?.documentElement.dataset.base ?? ''
