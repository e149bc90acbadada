import { prepareCluster } from "./cluster.ts";
import { type Nodes, startNodes } from "./nodes.ts";

export interface CitusCluster extends Nodes {
  data: string;
  /** Stops the instances and haproxy. The database runs until its servers stop. */
  stop: () => Promise<void>;
}

/**
 * Starts two instances behind haproxy on a distributed database.
 *
 * @param options.databaseUrl of the coordinator
 * @param options.haproxy the path of the program
 */
export async function startCitusCluster(options: {
  databaseUrl: string;
  haproxy: string;
  variables: Record<string, string>;
}): Promise<CitusCluster> {
  const { databaseUrl, haproxy, variables } = options;
  const { root, data, secretKey, parts, stop } = prepareCluster();
  try {
    const shared = { DATA_DIR: data, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey };
    return { ...(await startNodes({ root, haproxy, shared, variables, parts })), data, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
