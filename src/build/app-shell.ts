export const renderAppShell = (): string => ''
