import * as pulumi from "@pulumi/pulumi";
// Pulumi serialises what the provider refers to. Imported in this form, axios becomes a `require` there, not a copy.
// eslint-disable-next-line @typescript-eslint/no-require-imports
import axios = require("axios");

type Inputs = Readonly<{ name: string; useNext: boolean; proxyNextUpstream: string[]; sources: object[] }>;
type Answer = Readonly<{ id: number; name: string; has_related_resources: boolean }>;

const toBody = ({ name, useNext, proxyNextUpstream, sources }: Inputs) => ({
  name,
  use_next: useNext,
  proxy_next_upstream: proxyNextUpstream,
  sources,
});

/** An origin group as most people would write it without this package: an object literal with one call in each method. */
const originGroupProvider: pulumi.dynamic.ResourceProvider<Inputs> & { http?: axios.AxiosInstance } = {
  configure({ config }) {
    const headers = { authorization: `apikey ${config.require("edgecloud:apiKey")}` };
    this.http = axios.create({ baseURL: config.require("edgecloud:baseUrl"), headers });
    return Promise.resolve();
  },
  async create(inputs) {
    const { data } = await this.http!.post<Answer>("/cdn/origin_groups", toBody(inputs));
    return { id: String(data.id), outs: { ...inputs, hasRelatedResources: data.has_related_resources } };
  },
  async read(id, props: Inputs) {
    const { data } = await this.http!.get<Answer>(`/cdn/origin_groups/${id}`);
    return { id, props: { ...props, name: data.name, hasRelatedResources: data.has_related_resources } };
  },
  async update(id, _olds, news) {
    const { data } = await this.http!.put<Answer>(`/cdn/origin_groups/${id}`, toBody(news));
    return { outs: { ...news, hasRelatedResources: data.has_related_resources } };
  },
  async delete(id) {
    await this.http!.delete(`/cdn/origin_groups/${id}`);
  },
};

export class OriginGroup extends pulumi.dynamic.Resource {
  constructor(name: string, args: object, opts?: pulumi.CustomResourceOptions) {
    super(originGroupProvider, name, { hasRelatedResources: undefined, ...args }, opts);
  }
}
