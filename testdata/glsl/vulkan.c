// A compute shader in one Vulkan device, the first that the loader finds, with what a file lists in the order of the bindings of set 0.
//
//   vulkan compile SHADER.spv LIST CACHE      writes what the driver keeps of the pipeline, its machine code in it
//   vulkan run SHADER.spv LIST GROUPS         executes it on the contents of files, and writes FILE.out for each
//
// A line of LIST is "buffer FILE ..." (an array of storage buffers), "image FORMAT WIDTH HEIGHT FILE" (a storage image, its format as Vulkan numbers it, its
// texels one behind the other), "texture FORMAT WIDTH HEIGHT WRAP FILE" (the same with a sampler without filter, WRAP as Vulkan numbers it), or "push FILE"
// (push constants).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { MOST = 16 };

typedef struct {
	VkDescriptorType type;
	int files, format, width, height, wrap;
	char file[MOST][1024];
	char *mapped[MOST];
	size_t size[MOST], row, pitch; // of images: bytes of a row of texels, and from one to the next in memory
} Binding;

static Binding bindings[MOST];
static int count;
static char *push;
static size_t pushed;

static void ok(VkResult r, const char *what) {
	if (r) {
		fprintf(stderr, "%s: error %d of Vulkan\n", what, r);
		exit(1);
	}
}

static void *load(const char *path, size_t *size) {
	FILE *f = fopen(path, "rb");
	if (!f) {
		perror(path);
		exit(1);
	}
	fseek(f, 0, SEEK_END);
	*size = ftell(f);
	rewind(f);
	void *data = malloc(*size);
	if (fread(data, 1, *size, f) != *size) exit(1);
	fclose(f);
	return data;
}

static FILE *create(const char *path) {
	FILE *f = fopen(path, "wb");
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

static void list(const char *path) {
	FILE *f = fopen(path, "r");
	char line[8192];
	if (!f) {
		perror(path);
		exit(1);
	}
	while (fgets(line, sizeof line, f)) {
		Binding *b = &bindings[count];
		char *word = strtok(line, " \n");
		if (!strcmp(word, "push")) {
			push = load(strtok(0, " \n"), &pushed);
			continue;
		}
		b->type = !strcmp(word, "buffer") ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : !strcmp(word, "image") ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
		if (b->type != VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) {
			b->format = atoi(strtok(0, " \n"));
			b->width = atoi(strtok(0, " \n"));
			b->height = atoi(strtok(0, " \n"));
		}
		if (b->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER) b->wrap = atoi(strtok(0, " \n"));
		while ((word = strtok(0, " \n"))) snprintf(b->file[b->files++], sizeof b->file[0], "%s", word);
		count++;
	}
	fclose(f);
}

static VkDevice device;
static VkPhysicalDevice physical;
static VkDescriptorSetLayout setLayout;
static VkPipelineLayout layout;
static VkPipelineCache cache;
static VkPipeline pipeline;

static void begin(const char *shader) {
	VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
	VkInstanceCreateInfo ii = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
	VkInstance instance;
	ok(vkCreateInstance(&ii, 0, &instance), "instance");
	uint32_t n = 1;
	vkEnumeratePhysicalDevices(instance, &n, &physical);
	if (n == 0) ok(VK_ERROR_DEVICE_LOST, "no device");
	VkPhysicalDeviceVulkan12Features f12 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
	VkPhysicalDeviceVulkan11Features f11 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &f12};
	VkPhysicalDeviceFeatures2 features = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &f11};
	vkGetPhysicalDeviceFeatures2(physical, &features);
	features.features.robustBufferAccess = 0;
	float priority = 1;
	VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
	VkDeviceCreateInfo di = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features, .queueCreateInfoCount = 1, .pQueueCreateInfos = &qi};
	ok(vkCreateDevice(physical, &di, 0, &device), "device");

	VkDescriptorSetLayoutBinding b[MOST];
	for (int i = 0; i < count; i++)
		b[i] = (VkDescriptorSetLayoutBinding){i, bindings[i].type, bindings[i].files, VK_SHADER_STAGE_COMPUTE_BIT, 0};
	VkDescriptorSetLayoutCreateInfo si = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = count, .pBindings = b};
	ok(vkCreateDescriptorSetLayout(device, &si, 0, &setLayout), "layout");
	VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, pushed};
	VkPipelineLayoutCreateInfo li = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &setLayout,
		.pushConstantRangeCount = pushed > 0, .pPushConstantRanges = &range};
	ok(vkCreatePipelineLayout(device, &li, 0, &layout), "layout");
	VkPipelineCacheCreateInfo ci = {VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
	ok(vkCreatePipelineCache(device, &ci, 0, &cache), "cache");

	size_t size;
	VkShaderModuleCreateInfo mi = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
	mi.pCode = load(shader, &size);
	mi.codeSize = size;
	VkShaderModule module;
	ok(vkCreateShaderModule(device, &mi, 0, &module), "shader");
	VkComputePipelineCreateInfo pi = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout};
	pi.stage = (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"};
	ok(vkCreateComputePipelines(device, cache, 1, &pi, 0, &pipeline), "pipeline");
}

static void compile(const char *out) {
	size_t size = 0;
	ok(vkGetPipelineCacheData(device, cache, &size, 0), "cache");
	void *data = malloc(size);
	ok(vkGetPipelineCacheData(device, cache, &size, data), "cache");
	FILE *f = create(out);
	if (fwrite(data, 1, size, f) != size || fclose(f)) exit(1);
}

static VkDeviceMemory memory(VkMemoryRequirements need) {
	VkMemoryAllocateInfo mi = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size};
	VkDeviceMemory m;
	ok(vkAllocateMemory(device, &mi, 0, &m), "memory");
	return m;
}

static VkDescriptorBufferInfo buffer(Binding *b, int i) {
	char *data = load(b->file[i], &b->size[i]);
	VkBufferCreateInfo bi = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = b->size[i], .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
	VkBuffer it;
	ok(vkCreateBuffer(device, &bi, 0, &it), "buffer");
	VkMemoryRequirements need;
	vkGetBufferMemoryRequirements(device, it, &need);
	VkDeviceMemory m = memory(need);
	ok(vkBindBufferMemory(device, it, m, 0), "memory");
	ok(vkMapMemory(device, m, 0, VK_WHOLE_SIZE, 0, (void **)&b->mapped[i]), "memory");
	memcpy(b->mapped[i], data, b->size[i]);
	return (VkDescriptorBufferInfo){it, 0, VK_WHOLE_SIZE};
}

static VkDescriptorImageInfo image(Binding *b, int i) {
	char *data = load(b->file[i], &b->size[i]);
	int sampled = b->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
	VkImageCreateInfo ii = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = b->format, .extent = {b->width, b->height, 1}, .mipLevels = 1,
		.arrayLayers = 1, .samples = 1, .tiling = VK_IMAGE_TILING_LINEAR, .usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT,
		.initialLayout = VK_IMAGE_LAYOUT_PREINITIALIZED};
	VkImage it;
	ok(vkCreateImage(device, &ii, 0, &it), "image");
	VkMemoryRequirements need;
	vkGetImageMemoryRequirements(device, it, &need);
	VkDeviceMemory m = memory(need);
	ok(vkBindImageMemory(device, it, m, 0), "memory");
	char *at;
	ok(vkMapMemory(device, m, 0, VK_WHOLE_SIZE, 0, (void **)&at), "memory");
	VkImageSubresource s = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
	VkSubresourceLayout l;
	vkGetImageSubresourceLayout(device, it, &s, &l);
	b->mapped[i] = at + l.offset, b->row = b->size[i] / b->height, b->pitch = l.rowPitch;
	for (int y = 0; y < b->height; y++) memcpy(b->mapped[i] + y * b->pitch, data + y * b->row, b->row);
	VkImageViewCreateInfo vi = {VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = it, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = b->format, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
	VkImageView view;
	ok(vkCreateImageView(device, &vi, 0, &view), "view");
	VkSampler sampler = 0;
	VkSamplerCreateInfo si = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .addressModeU = b->wrap, .addressModeV = b->wrap, .addressModeW = b->wrap};
	if (sampled) ok(vkCreateSampler(device, &si, 0, &sampler), "sampler");
	return (VkDescriptorImageInfo){sampler, view, VK_IMAGE_LAYOUT_GENERAL};
}

static void run(int groups) {
	VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MOST}, {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, MOST}, {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, MOST}};
	VkDescriptorPoolCreateInfo di = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 3, .pPoolSizes = sizes};
	VkDescriptorPool pool;
	ok(vkCreateDescriptorPool(device, &di, 0, &pool), "descriptors");
	VkDescriptorSetAllocateInfo ai = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &setLayout};
	VkDescriptorSet set;
	ok(vkAllocateDescriptorSets(device, &ai, &set), "descriptors");

	for (int i = 0; i < count; i++) {
		for (int k = 0; k < bindings[i].files; k++) {
			VkWriteDescriptorSet w = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = i, .dstArrayElement = k, .descriptorCount = 1,
				.descriptorType = bindings[i].type};
			VkDescriptorBufferInfo b;
			VkDescriptorImageInfo im;
			if (bindings[i].type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
				b = buffer(&bindings[i], k), w.pBufferInfo = &b;
			else
				im = image(&bindings[i], k), w.pImageInfo = &im;
			vkUpdateDescriptorSets(device, 1, &w, 0, 0);
		}
	}

	VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
	VkCommandPool commands;
	ok(vkCreateCommandPool(device, &pi, 0, &commands), "commands");
	VkCommandBufferAllocateInfo ci = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = commands, .commandBufferCount = 1};
	VkCommandBuffer cb;
	ok(vkAllocateCommandBuffers(device, &ci, &cb), "commands");
	VkCommandBufferBeginInfo gi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
	ok(vkBeginCommandBuffer(cb, &gi), "commands");
	vkCmdBindPipeline(cb, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
	vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, 0);
	if (pushed) vkCmdPushConstants(cb, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, pushed, push);
	vkCmdDispatch(cb, groups, 1, 1);
	ok(vkEndCommandBuffer(cb), "commands");
	VkQueue queue;
	vkGetDeviceQueue(device, 0, 0, &queue);
	VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cb};
	ok(vkQueueSubmit(queue, 1, &si, 0), "submit");
	ok(vkQueueWaitIdle(queue), "run");
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < bindings[i].files; k++) {
			Binding *b = &bindings[i];
			char path[2048];
			snprintf(path, sizeof path, "%s.out", b->file[k]);
			FILE *f = create(path);
			size_t rows = b->row ? b->height : 1, n = b->row ? b->row : b->size[k];
			for (size_t y = 0; y < rows; y++)
				if (fwrite(b->mapped[k] + y * b->pitch, 1, n, f) != n) exit(1);
			if (fclose(f)) exit(1);
		}
	}
}

int main(int argc, char **argv) {
	if (argc == 5 && !strcmp(argv[1], "compile")) {
		list(argv[3]);
		begin(argv[2]);
		compile(argv[4]);
	} else if (argc == 5 && !strcmp(argv[1], "run")) {
		list(argv[3]);
		begin(argv[2]);
		run(atoi(argv[4]));
	} else {
		fprintf(stderr, "usage: vulkan compile SHADER.spv LIST CACHE | run SHADER.spv LIST GROUPS\n");
		return 2;
	}
	return 0;
}
