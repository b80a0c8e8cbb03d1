/** The environment as the operating system hands it over. */
export type EnvSource = Record<string, string | undefined>;

/** One problem with one setting, written for the operator who has to fix it. */
export type SettingProblem = { setting: string; problem: string };
